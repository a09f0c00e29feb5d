/** Not codecs of a video, although they are listed as such: retransmission and error correction. */
const helpers = ['rtx', 'red', 'ulpfec', 'flexfec-03']

/** Names of the video codecs in a description, each once. */
export const codecsIn = (sdp: string): string[] => {
  const video = sdp.split(/^m=/m).find((part) => part.startsWith('video ')) ?? ''
  const names = [...video.matchAll(/^a=rtpmap:\d+ ([^/\s]+)/gm)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => !helpers.includes(name.toLowerCase()))
}

/** Whether an answer refuses the first video of its offer: none of the offered codecs can be decoded. */
export const isVideoRefused = (answer = ''): boolean =>
  /^m=video (\d+)/m.exec(answer)?.[1] === '0' || codecsIn(answer).length === 0

/** Browsers answer for one channel of sound, unless told that both are wanted. */
export const withStereo = (answer: string): string =>
  answer.replace(/^(a=fmtp:\d+ (?!.*\bstereo=)[^\r\n]*\buseinbandfec=1)/gm, '$1;stereo=1')

/** As users know it. */
export const codecName = (codec: string): string => (codec === 'H264' ? 'H.264' : codec)
