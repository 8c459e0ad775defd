import { classNames } from "./class-names";

const SIZES = {
  small: "size-6 rounded-small text-small",
  large: "size-12 rounded-large text-body",
};

/** The first letter of a name, where there is no logo. */
const initialOf = (name: string): string => {
  const [first = ""] = name.trim();
  return first.toUpperCase();
};

interface CompanyMarkProps {
  name: string;
  logoUrl: string | null;
  size?: keyof typeof SIZES;
}

/** A partner's logo, or the initial of its name. Decorative: use it beside the name. */
export function CompanyMark({ name, logoUrl, size = "small" }: CompanyMarkProps) {
  const shape = classNames("shrink-0", SIZES[size]);
  if (logoUrl === null)
    return (
      <span
        aria-hidden="true"
        className={classNames(
          shape,
          "flex items-center justify-center bg-accent font-semibold text-on-accent",
        )}
      >
        {initialOf(name)}
      </span>
    );
  return (
    // biome-ignore lint/performance/noImgElement: a small picture of its final size
    <img src={logoUrl} alt="" className={classNames(shape, "bg-white object-contain")} />
  );
}
