export const recording = {
  'recording.ending.stopped': 'Recording stopped',
  'recording.ending.idle': 'Nobody looked at this phone any more: the recording stopped by itself',
  'recording.ending.length': 'The recording reached its longest time and stopped by itself',
  'recording.ending.storage': 'Too little room on the disk: the recording was cut, what was written is kept',
  'recording.ending.failed': 'The file could not be written: the recording was cut, what was written is kept',
  'recording.ending.restart': 'The server restarted: the recording was cut, what was written is kept',
} as const
