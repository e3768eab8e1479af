/** A passage of a document, and where it is: as fields of a citation. */
export type Place = { section?: string; pages?: string; line_range?: string };
export type Chunk = { text: string; place: Place };
