import { MAX_LOGO_BYTES } from "@/lib/partners/company/limits";

/** The edges that are tried, largest first: detailed pictures only fit when they are smaller. */
const EDGES_PX = [256, 192, 128, 96, 64];

/** Draws a picture into a square with a transparent background, as a PNG. */
async function drawPng(picture: ImageBitmap, edgePx: number): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = edgePx;
  canvas.height = edgePx;
  const scale = Math.min(edgePx / picture.width, edgePx / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const [left, top] = [(edgePx - width) / 2, (edgePx - height) / 2];
  canvas.getContext("2d")?.drawImage(picture, left, top, width, height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Encodes bytes as Base64. */
async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/**
 * Returns a picture of any kind that the browser can read as a small square PNG, in Base64. Drawing the picture again
 * also removes what a photo says about its place and camera. Returns undefined if the file is not a picture.
 */
export async function shrinkPicture(file: File): Promise<string | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  for (const edgePx of EDGES_PX) {
    const png = await drawPng(picture, edgePx);
    if (png && png.size <= MAX_LOGO_BYTES) return toBase64(png);
  }
  return undefined;
}
