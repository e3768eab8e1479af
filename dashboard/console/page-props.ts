/** What the router gives to each page: the parts of its path and the query. */
export type PageProps = { params: Record<string, string>; query: URLSearchParams };
