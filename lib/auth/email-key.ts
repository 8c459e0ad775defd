/** An e-mail as it is compared: people write theirs in any letter case. */
export function emailKeyOf(email: string): string {
  return email.trim().toLowerCase();
}
