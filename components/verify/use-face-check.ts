"use client";

import { useEffect, useState } from "react";

const STAGE_MS = 1_100;
/** What the person is asked to do, one after the other. */
const STAGES = ["Look straight ahead", "Turn your head slightly", "Hold still"];

interface FaceCheck {
  /** Undefined while no check is under way. */
  instruction: string | undefined;
  /** 0 to 1 */
  progress: number;
  start: () => void;
}

/** The sandbox's face check: it takes its time and always succeeds. */
export function useFaceCheck(onDone: () => void): FaceCheck {
  const [stage, setStage] = useState<number>();

  useEffect(() => {
    if (stage === undefined) return;
    const timer = setTimeout(() => {
      if (stage + 1 < STAGES.length) return setStage(stage + 1);
      setStage(undefined);
      onDone();
    }, STAGE_MS);
    return () => clearTimeout(timer);
  }, [stage, onDone]);

  return {
    instruction: stage === undefined ? undefined : STAGES[stage],
    progress: stage === undefined ? 0 : (stage + 1) / STAGES.length,
    start: () => setStage(0),
  };
}
