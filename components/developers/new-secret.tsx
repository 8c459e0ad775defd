import { ShownOnce } from "@/components/ui/shown-once";

interface NewSecretProps {
  title: string;
  secret: string;
  /** What is copied: "the key". */
  label: string;
  onClose: () => void;
}

/** A secret that the partner's server is to have. */
export function NewSecret({ secret, ...rest }: NewSecretProps) {
  return (
    <ShownOnce text={secret} {...rest}>
      Copy it now and store it securely. It won’t be shown again.
    </ShownOnce>
  );
}
