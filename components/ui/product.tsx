export const PRODUCT_NAME = "Cards and wallet";

/** The product's mark, as in app/icon.svg. Decorative: use it beside the name. */
export function ProductMark({ size = 24 }: { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 32 32"
      width={size}
      height={size}
      className="shrink-0 stroke-on-accent"
      fill="none"
    >
      <rect width="32" height="32" rx="7" className="fill-accent stroke-none" />
      <rect x="6" y="9" width="20" height="14" rx="2.5" strokeWidth="2" />
      <path d="M6 14h20" strokeWidth="3" />
    </svg>
  );
}
