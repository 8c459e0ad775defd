/** The size of a file in decimal units, as the limits are: `182 kB`, `4.8 MB`. */
export function fileSize(sizeBytes: number): string {
  if (sizeBytes < 1_000) return `${sizeBytes} B`;
  if (sizeBytes < 1_000_000) return `${Math.round(sizeBytes / 1_000)} kB`;
  return `${(sizeBytes / 1_000_000).toFixed(1)} MB`;
}
