import { ErrorPanel } from "@/components/ui/error-panel";
import type { ApiError } from "@/lib/fetch/api-error";

interface FormFailureProps {
  title: string;
  failure: ApiError | undefined;
}

/** Why a form was refused, when it is not for one of its fields. */
export function FormFailure({ title, failure }: FormFailureProps) {
  if (!failure || Object.keys(failure.fields).length > 0) return null;
  return <ErrorPanel title={title} failure={failure} undone="Nothing was changed." />;
}
