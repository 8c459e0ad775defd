import { ErrorPanel } from "@/components/ui/error-panel";
import type { ApiError } from "@/lib/api/client/api-error";

interface FormFailureProps {
  title: string;
  failure: ApiError | undefined;
  /** What to do when the outcome is unknown, where checking the page is not enough. */
  remedy?: string;
}

/** Shows why a form was refused, unless the errors concern its fields. */
export function FormFailure({ title, failure, remedy }: FormFailureProps) {
  if (!failure || Object.keys(failure.fields).length > 0) return null;
  return (
    <ErrorPanel title={title} failure={failure} undone="No changes were made." remedy={remedy} />
  );
}
