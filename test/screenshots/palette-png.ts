/**
 * A PNG with a palette of 256 colours, made of one with true colours: a third of its size for pictures of pages. Knows what Chromium
 * writes (8 bits, RGB or RGBA, not interlaced) and nothing else of the format.
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS = 256;

type Image = { width: number; height: number; channels: number; pixels: Buffer };

export function toPalettePng(png: Buffer): Buffer {
  const { width, height, channels, pixels } = decode(png);
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += channels) {
    const colour = pixels.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, COLOURS)
    .map(([colour]) => colour);
  const indexes = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));
  // Each line begins with its filter: none, which suits indexes.
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = pixels.readUIntBE((y * width + x) * channels, 3);
      lines[y * (width + 1) + 1 + x] = indexes.get(colour) ?? 0;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits an index, colour type 3.
  header.set([8, 3], 8);
  const table = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const chunks = [chunk('IHDR', header), chunk('PLTE', table), chunk('IDAT', deflateSync(lines, { level: 9 }))];
  return Buffer.concat([SIGNATURE, ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

function nearest(palette: readonly number[], colour: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, other] of palette.entries()) {
    const [red, green, blue] = [16, 8, 0].map((shift) => ((colour >> shift) & 255) - ((other >> shift) & 255));
    const distance = (red ?? 0) ** 2 + (green ?? 0) ** 2 + (blue ?? 0) ** 2;
    if (distance < least) [best, least] = [index, distance];
    if (distance === 0) break;
  }
  return best;
}

function decode(png: Buffer): Image {
  const data: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length; at += png.readUInt32BE(at) + 12) {
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = png[25] === 6 ? 4 : 3;
  return {
    width,
    height,
    channels,
    pixels: unfilter(inflateSync(Buffer.concat(data)), width * channels, height, channels),
  };
}

/** Undoes the filter of each line: its bytes are differences to those on the left and above (PNG specification, 9.2). */
function unfilter(raw: Buffer, stride: number, height: number, channels: number): Buffer {
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= channels ? (pixels[at - channels] ?? 0) : 0;
      const above = y > 0 ? (pixels[at - stride] ?? 0) : 0;
      const corner = x >= channels && y > 0 ? (pixels[at - stride - channels] ?? 0) : 0;
      const guesses = [0, left, above, (left + above) >> 1, paeth(left, above, corner)];
      pixels[at] = (raw[y * (stride + 1) + 1 + x] ?? 0) + (guesses[filter] ?? 0);
    }
  }
  return pixels;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
