/** An email as it is compared: people write theirs in any letter case, and keyboards an accent in one character or two. */
export function emailKeyOf(email: string): string {
  return email.trim().normalize("NFC").toLowerCase();
}
