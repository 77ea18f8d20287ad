/** Hands a file over to the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the address over once the click has been handled; a page of it would hold the memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
