/** Paths on a grid of 24 with one stroke width. */
const PATHS = {
  overview: "M3 12 12 4l9 8M5.5 10v10h13V10M10 20v-5h4v5",
  people:
    "M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.5-3.5 3-5.5 6.5-5.5s6 2 6.5 5.5M16 11.3a3.2 3.2 0 0 0 0-6.2m2.2 9.9c1.9.8 3 2.5 3.3 5",
  card: "M3 6h18v12.5H3V6Zm0 4.5h18M6.5 15h4",
  lines: "M4 6h16M4 12h16M4 18h10",
  wallet: "M4 7.5V18.5h16.5V7.5H4Zm0 0L16 4v3.5M16 13h.01",
  held: "M7 4h10M7 20h10M8 4v3.5l4 4.5-4 4.5V20M16 4v3.5L12 12l4 4.5V20",
  out: "M12 15V4m0 0L8 8m4-4 4 4M4 14.5v5h16v-5",
  code: "m8 7-5 5 5 5m8-10 5 5-5 5M13.5 5l-3 14",
  settings:
    "M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM12 3v2.5m0 13V21M3 12h2.5m13 0H21M5.6 5.6l1.8 1.8m9.2 9.2 1.8 1.8m0-12.8-1.8 1.8m-9.2 9.2-1.8 1.8",
  queue: "M4 5h16M4 10h16M4 15h7m4 2.5 2 2 4-4.5",
  pulse: "M3 12h4l3-7 4 14 3-7h4",
  book: "M5 4h10a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3V4Zm0 13a3 3 0 0 1 3-3h10",
  shield: "M12 3l7 2.5V11c0 4.8-3 8-7 10-4-2-7-5.2-7-10V5.5L12 3Zm-3.2 8.8 2.4 2.4 4.2-4.6",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.8-1.7L20.5 20.5",
  close: "M6 6l12 12M18 6 6 18",
  copy: "M9 9h11v11H9V9Zm-3 6H4V4h11v2",
  check: "m5 12.5 4.5 4.5L19 7.5",
  back: "M15 5l-7 7 7 7",
  forward: "m9 5 7 7-7 7",
  plus: "M12 5v14M5 12h14",
  eye: "M2.5 12C4.5 8 8 6 12 6s7.5 2 9.5 6c-2 4-5.5 6-9.5 6s-7.5-2-9.5-6ZM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon: use it beside a word, or in a control with a name. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === "more" ? 3 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
