-- wrk sends each request of a file once, in order. The file has, for each, its length in bytes, a line break, and its bytes.
-- With a second argument it sends that many a second, evenly; otherwise as many as it can.
local ffi = require("ffi")
ffi.cdef([[
  typedef struct { long seconds; long nanoseconds; } instant;
  int clock_gettime(int clock, instant *now);
]])
local CLOCK_MONOTONIC = 1

local requests = {}
local threads = {}
-- Global, because only globals of a thread can be read at the end.
sent = 0

function setup(thread)
  table.insert(threads, thread)
end

local function nowUs()
  local now = ffi.new("instant")
  ffi.C.clock_gettime(CLOCK_MONOTONIC, now)
  return tonumber(now.seconds) * 1e6 + tonumber(now.nanoseconds) / 1e3
end

-- Returns a function that says for how many milliseconds a connection waits before its next request. Turns that passed
-- while all connections waited for responses are not made up for.
local function pace(perS)
  local stepUs = 1e6 / perS
  local turnUs = nowUs()
  return function()
    local now = nowUs()
    turnUs = math.max(turnUs + stepUs, now)
    return math.floor((turnUs - now) / 1e3 + 0.5)
  end
end

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for length in function() return file:read("*l") end do
    table.insert(requests, file:read(tonumber(length)))
  end
  file:close()
  -- wrk calls it before each request of a connection, except the first.
  if args[2] then delay = pace(tonumber(args[2])) end
end

function request()
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end

-- Prints the figures as JSON. Times are in microseconds.
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"durationUs":%d,"p50Us":%d,"p99Us":%d,"refused":%d,"failed":%d,"sent":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), errors.status,
    errors.connect + errors.read + errors.write + errors.timeout, threads[1]:get("sent")))
end
