import { ErrorPanel } from "@/components/ui/error-panel";
import type { ApiError } from "@/lib/api/client/api-error";

interface FormFailureProps {
  title: string;
  failure: ApiError | undefined;
  /** What to do when nobody knows whether it was done. */
  unknown: string;
}

/** Why a form was refused, when it is not for one of its fields. */
export function FormFailure({ title, failure, unknown }: FormFailureProps) {
  if (!failure || Object.keys(failure.fields).length > 0) return null;
  return (
    <ErrorPanel title={title} failure={failure} undone="No changes were made." unknown={unknown} />
  );
}
