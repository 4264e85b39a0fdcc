// Characters that XML cannot hold or advises against, lone halves of surrogate pairs among them.
const impossible = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for XML content and attributes; what XML cannot hold becomes U+FFFD. */
export function escapeXml(text: string): string {
  return text.replace(impossible, '\ufffd').replace(/[&<>"']/g, (c) => entities[c] as string);
}
