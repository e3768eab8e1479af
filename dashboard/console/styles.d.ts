/** Stylesheets are bundled by what imports them. */
declare module '*.css';
