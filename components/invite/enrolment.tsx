import type { ComponentProps } from "react";
import { CodeLine } from "@/components/ui/code-line";
import { TextField } from "@/components/ui/field";
import { ScanOrCopy } from "@/components/ui/scan-or-copy";

interface EnrolmentProps {
  secret: string;
  otpauthUrl: string;
  code: Omit<ComponentProps<typeof TextField>, "label">;
}

/** Sets up an authenticator: the QR code, the secret, and a code that proves the setup. */
export function Enrolment({ secret, otpauthUrl, code }: EnrolmentProps) {
  return (
    <fieldset className="min-w-0 space-y-3">
      <legend className="text-small font-medium">Authenticator app</legend>
      <p className="text-small text-quiet">
        Scan the QR code with your authenticator app, or enter the setup key. Then enter the code
        that the app shows.
      </p>
      <ScanOrCopy text={otpauthUrl} label="the setup link" />
      <CodeLine text={secret} label="the setup key" />
      <TextField label="6-digit code" inputMode="numeric" autoComplete="one-time-code" {...code} />
    </fieldset>
  );
}
