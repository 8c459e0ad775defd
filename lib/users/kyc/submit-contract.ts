import { z } from "zod";
import { countryCode } from "@/lib/users/fields";
import { DOCUMENT_KINDS, SAMPLE_IDS } from "./sample-documents";

/** The body that the hosted page submits: `POST /api/verify/{token}`. */
export const submitCheckBody = z.object({
  documentKind: z.enum(DOCUMENT_KINDS),
  country: countryCode,
  sample: z.enum(SAMPLE_IDS),
  faceChecked: z.literal(true),
});

export type SubmittedCheck = z.output<typeof submitCheckBody>;
