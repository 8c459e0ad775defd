import { writeHealth } from "@/lib/db/write-health";
import { DURATION_BUCKETS_MS, requestCounts } from "@/lib/kernel/request-counts";
import { gauge, type Metric, type Sample } from "./metric";

function durations(): Sample[] {
  return requestCounts().flatMap(({ operation, status, count, totalMs, buckets }) => {
    const labels = { operation, status };
    const ends = [...DURATION_BUCKETS_MS.map((endMs) => endMs / 1_000), "+Inf"];
    return [
      ...ends.map((le, place) => ({
        suffix: "_bucket",
        labels: { ...labels, le },
        value: buckets[place] ?? count,
      })),
      { suffix: "_sum", labels, value: totalMs / 1_000 },
      { suffix: "_count", labels, value: count },
    ];
  });
}

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
      help: "Since this process last committed a change",
      samples: lastWriteAtMs === null ? [] : [{ value: (Date.now() - lastWriteAtMs) / 1_000 }],
    },
  ];
}

/** Metrics of this process only: every process must be scraped. */
export function metricsOfProcess(): Metric[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    {
      name: "http_request_duration_seconds",
      type: "histogram",
      help: "Requests by operation and status",
      samples: durations(),
    },
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
