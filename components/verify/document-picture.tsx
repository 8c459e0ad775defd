import type { SampleId } from "@/lib/users/kyc/sample-documents";

/** A drawn document, spoilt in the way of its sample. */
export function DocumentPicture({ sample }: { sample: SampleId }) {
  return (
    <svg aria-hidden="true" width="72" height="50" viewBox="0 0 72 50" className="shrink-0">
      <g className={sample === "blurred" ? "blur-[1.5px]" : undefined}>
        <rect
          x="1"
          y="1"
          width="70"
          height="48"
          rx="4"
          className="fill-sunken stroke-line-strong"
        />
        <circle cx="19" cy="19" r="6" className="fill-line-strong" />
        <path d="M8 38c1-8 6-11 11-11s10 3 11 11Z" className="fill-line-strong" />
        <path d="M38 13h26M38 21h20M38 29h23" strokeWidth="2" className="stroke-line-strong" />
        <path d="M8 43h56" strokeWidth="2" strokeDasharray="3 2" className="stroke-line-strong" />
      </g>
      {sample === "expired" && (
        <path d="M36 32 66 10" strokeWidth="2.5" className="stroke-attention" />
      )}
      {sample === "unsupported_region" && (
        <g strokeWidth="1.5" fill="none" className="stroke-failed">
          <circle cx="56" cy="31" r="9" className="fill-ground" />
          <path d="M47 31h18M56 22c-5 5-5 13 0 18M56 22c5 5 5 13 0 18" />
        </g>
      )}
      {sample === "forged" && (
        <path
          d="M36 9h30v12H36Z"
          strokeWidth="2"
          strokeDasharray="4 3"
          className="fill-ground stroke-failed"
        />
      )}
    </svg>
  );
}
