import { encode } from "uqr";
import { darkPath } from "./dark-path";

/** As wide as the standard wants it: fewer light modules around, and some readers find nothing. */
const QUIET_ZONE = 4;

interface QrPictureProps {
  text: string;
  /** What is scanned, for who does not see it. */
  label: string;
}

/** A text as a QR code, dark on white whatever the theme: not every reader takes an inverted one. */
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
