import { ShownOnce } from "@/components/ui/shown-once";

interface NewSecretProps {
  title: string;
  secret: string;
  /** Names the copied text: "the key". */
  label: string;
  onClose: () => void;
}

/** Shows a new secret once. */
export function NewSecret({ secret, ...rest }: NewSecretProps) {
  return (
    <ShownOnce text={secret} {...rest}>
      Copy it now and store it securely. It won’t be shown again.
    </ShownOnce>
  );
}
