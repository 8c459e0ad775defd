import { writeHealth } from "@/lib/db/write-health";
import { SECOND_MS } from "@/lib/kernel/durations";
import { gauge, type Metric } from "./metric";

function writeMetrics(): Metric[] {
  const { lastWriteAtMs, failures, fault } = writeHealth();
  return [
    gauge(
      "database_disk_fault",
      "1 while this process cannot write as the disk is full or fails",
      Number(fault !== null),
    ),
    {
      name: "database_disk_failures_total",
      type: "counter",
      help: "Statements of this process that failed for the database's disk",
      samples: [{ value: failures }],
    },
    {
      name: "database_last_write_age_seconds",
      type: "gauge",
      help: "Since this process last committed a change, or since it began if it never did",
      // A process that never commits must not look like one that is not watched.
      samples: [
        {
          value:
            lastWriteAtMs === null ? process.uptime() : (Date.now() - lastWriteAtMs) / SECOND_MS,
        },
      ],
    },
  ];
}

/** Metrics of this process only: every process must be scraped. */
export function metricsOfProcess(): Metric[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    ...writeMetrics(),
    gauge("process_uptime_seconds", "Since the process began", process.uptime()),
    gauge("process_resident_memory_bytes", "Memory of the process", rss),
    gauge("process_heap_bytes", "Heap in use", heapUsed),
    {
      name: "process_cpu_seconds_total",
      type: "counter",
      help: "Processor time of the process",
      samples: [{ value: (user + system) / 1e6 }],
    },
  ];
}
