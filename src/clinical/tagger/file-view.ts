/**
 * Views of the numbers of a trained file, one list after the other. Nothing is copied, so a start costs only the time to read the
 * file. The files are little-endian, as are all machines that Node runs on but for mainframes.
 */

export type FileView = {
  longs(count: number): Uint32Array;
  floats(count: number): Float32Array;
  shorts(count: number): Uint16Array;
};

/** The lists begin at `from`. Those of four bytes a number come first, so that each lies where its kind must. */
export function viewOf(file: Buffer, from: number): FileView {
  // A small file shares its memory with others and may lie anywhere in it.
  const bytes = file.byteOffset % 4 === 0 ? file : Uint8Array.from(file);
  let at = bytes.byteOffset + from;
  const after = (size: number) => {
    at += size;
    return at - size;
  };
  return {
    longs: (count) => new Uint32Array(bytes.buffer, after(4 * count), count),
    floats: (count) => new Float32Array(bytes.buffer, after(4 * count), count),
    shorts: (count) => new Uint16Array(bytes.buffer, after(2 * count), count),
  };
}
