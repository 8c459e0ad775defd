import { Button } from "./button";
import { CodeLine } from "./code-line";

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** What signs in when the authenticator is lost, shown once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  return (
    <div className="max-w-xl space-y-3">
      <p>
        Keep these recovery codes somewhere safe, away from the authenticator. Each signs in once in
        place of a code. They are not shown again.
      </p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 border-y border-line py-3 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CodeLine text={codes.join(" ")} label="all recovery codes" />
      <Button onClick={onDone}>I have kept them</Button>
    </div>
  );
}
