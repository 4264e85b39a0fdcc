/**
 * Whether a host (with its port, where it is not the usual one) is to be asked without the proxy: named itself,
 * or below a name that begins with a dot or `*.`; `*` means all.
 */
export function bypasses(hosts: readonly string[]): (host: string) => boolean {
  const rules = hosts.map((each) => each.trim().toLowerCase().replace(/^\*\./, '.'));
  return (host) => {
    const full = host.toLowerCase();
    const name = full.replace(/:\d+$/, '');
    return rules.some(
      (rule) =>
        rule === '*' || rule === full || rule === name || (rule.startsWith('.') && `.${name}`.endsWith(rule)),
    );
  };
}
