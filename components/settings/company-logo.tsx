/** The partner's logo; nothing where the partner has none. */
export function CompanyLogo({ logoUrl }: { logoUrl: string | null }) {
  if (logoUrl === null) return null;
  return (
    // biome-ignore lint/performance/noImgElement: a small picture of its final size
    <img
      src={logoUrl}
      alt="Logo"
      className="size-12 rounded-large border border-line bg-white object-contain"
    />
  );
}
