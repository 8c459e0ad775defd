import { ErrorPanel } from "@/components/ui/error-panel";
import type { ApiError } from "@/lib/api/client/api-error";

interface FormFailureProps {
  title: string;
  failure: ApiError | undefined;
  /** What to do when the outcome is unknown. */
  unknown: string;
}

/** Shows why a form was refused, unless the errors concern its fields. */
export function FormFailure({ title, failure, unknown }: FormFailureProps) {
  if (!failure || Object.keys(failure.fields).length > 0) return null;
  return (
    <ErrorPanel title={title} failure={failure} undone="No changes were made." unknown={unknown} />
  );
}
