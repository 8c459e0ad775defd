/** Saves a text as a file, without sending it anywhere. */
export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser may read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
