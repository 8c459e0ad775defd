/** The beginning of each PNG, up to the name of its first chunk. Source: PNG (Third Edition), 5.2 and 11.2.1. */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const HEADER = "IHDR";
const HEADER_AT = 12;
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
/** The last chunk: no data, its name and its checksum. */
const END = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);

interface Size {
  widthPx: number;
  heightPx: number;
}

/** Returns the size that a PNG declares, or undefined if the bytes are not a complete PNG. */
export function sizeOfPng(content: Buffer): Size | undefined {
  const isPng =
    content.subarray(0, SIGNATURE.length).equals(SIGNATURE) &&
    content.toString("latin1", HEADER_AT, WIDTH_AT) === HEADER &&
    content.subarray(-END.length).equals(END);
  if (!isPng) return undefined;
  return { widthPx: content.readUInt32BE(WIDTH_AT), heightPx: content.readUInt32BE(HEIGHT_AT) };
}
