/** Saves content that the page has as a file on the person's device. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser may read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
