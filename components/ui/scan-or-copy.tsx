"use client";

import dynamic from "next/dynamic";
import { CodeLine } from "./code-line";
import { Skeleton } from "./skeleton";

// The encoder is loaded after the page, which does not need it.
const QrPicture = dynamic(() => import("./qr-picture").then(({ QrPicture }) => QrPicture), {
  ssr: false,
  loading: () => <Skeleton className="size-full" />,
});

/** A text to scan with another device or to copy; also shown in full for comparison. */
export function ScanOrCopy({ text, label }: { text: string; label: string }) {
  return (
    <div className="space-y-3">
      <div className="size-40 rounded-large border border-line p-0.5">
        <QrPicture text={text} label={label} />
      </div>
      <CodeLine text={text} label={label} />
    </div>
  );
}
