const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text that is nothing but text, in HTML and XML, between tags and in quotes. */
export const escaped = (value: string): string =>
  value
    .replace(/[&<>"']/g, (sign) => SIGNS[sign])
    // What XML cannot hold.
    .replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '\ufffd');
