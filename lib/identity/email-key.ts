/** An email in the form for comparisons: letter case is ignored, and accents have one Unicode form. */
export function emailKeyOf(email: string): string {
  return email.trim().normalize("NFC").toLowerCase();
}
