import { CodeLine } from "@/components/ui/code-line";
import { TextField } from "@/components/ui/field";
import { ScanOrCopy } from "@/components/ui/scan-or-copy";

interface EnrolmentProps {
  secret: string;
  otpauthUrl: string;
  error: string | undefined;
}

/** Sets an authenticator up: the picture, the secret, and the code that shows that it was taken. */
export function Enrolment({ secret, otpauthUrl, error }: EnrolmentProps) {
  return (
    <fieldset className="min-w-0 space-y-3">
      <legend className="text-small font-medium">Authenticator</legend>
      <p className="text-small text-quiet">
        Scan this with your authenticator, or type the secret in; then enter the code that it shows.
      </p>
      <ScanOrCopy text={otpauthUrl} label="the link for authenticators" />
      <CodeLine text={secret} label="the secret" />
      <TextField
        label="Code"
        name="totp"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={error}
      />
    </fieldset>
  );
}
