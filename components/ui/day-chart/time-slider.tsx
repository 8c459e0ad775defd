"use client";

import { type PointerEvent, useRef } from "react";
import { classNames } from "@/components/ui/class-names";

interface TimeSliderProps {
  label: string;
  /** The number of values. */
  count: number;
  /** The chosen value, or the one from which the arrow keys start. */
  index: number;
  /** The time and the value at `index`. */
  text: string;
  /** Whether the values fill areas, such as bars, rather than being points of a line. */
  hasAreas: boolean;
  onChoose: (index: number | undefined) => void;
  /** Opens what the chosen value consists of: a click of the mouse, or Enter. */
  onOpen?: (() => void) | undefined;
  className?: string;
}

/** An invisible slider over a drawing: selects one of its values by pointer, touch or arrow keys, and announces it. */
export function TimeSlider(props: TimeSliderProps) {
  const { label, count, index, text, hasAreas, onChoose, onOpen, className } = props;
  const pointer = useRef("");
  const last = count - 1;
  const choose = ({ currentTarget, clientX, pointerType }: PointerEvent<HTMLInputElement>) => {
    pointer.current = pointerType;
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = Math.max(0, Math.min(0.9999, (clientX - left) / width));
    onChoose(hasAreas ? Math.floor(share * count) : Math.round(share * last));
  };
  return (
    <input
      type="range"
      min={0}
      max={Math.max(last, 0)}
      value={index}
      aria-label={label}
      aria-valuetext={text}
      onChange={({ target }) => onChoose(Number(target.value))}
      onFocus={({ target }) => target.matches(":focus-visible") && onChoose(index)}
      onBlur={() => onChoose(undefined)}
      onPointerMove={choose}
      onPointerDown={choose}
      onPointerLeave={() => onChoose(undefined)}
      onClick={() => pointer.current === "mouse" && onOpen?.()}
      onKeyDown={({ key }) => key === "Enter" && onOpen?.()}
      className={classNames(
        "absolute inset-x-0 w-full appearance-none rounded-small bg-transparent opacity-0 focus-visible:opacity-100 [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:opacity-0",
        onOpen ? "cursor-pointer" : "cursor-crosshair",
        className,
      )}
    />
  );
}
