/** How long chunks are. In English four characters are about a token, so a full chunk has 300 to 400 tokens. */

/** A chunk is ended before it grows beyond this. */
export const TARGET_CHARS = 1_200;
/** A piece that cannot be divided at a better place is cut here. */
export const MAX_CHARS = 1_600;
