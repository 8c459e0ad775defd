import { encode } from "uqr";
import { darkPath } from "./dark-path";

/** The margin that the standard requires: with less, some scanners fail. */
const QUIET_ZONE = 4;

interface QrPictureProps {
  text: string;
  /** The accessible description. */
  label: string;
}

/** A text as a QR code, always dark on white: not every scanner reads an inverted code. */
export function QrPicture({ text, label }: QrPictureProps) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  return (
    <svg
      role="img"
      aria-label={`QR code of ${label}`}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-full rounded-small"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={darkPath(data)} fill="#000" />
    </svg>
  );
}
