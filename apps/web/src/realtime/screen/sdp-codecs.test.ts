import { expect, test } from 'vitest'
import { codecName, codecsIn, isVideoRefused, withStereo } from './sdp-codecs.ts'

const head = ['v=0', 'm=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=rtpmap:111 opus/48000/2']
const lines = (...video: string[]) => [...head, ...video, ''].join('\r\n')
const offer = lines(
  'm=video 9 UDP/TLS/RTP/SAVPF 96 97 98',
  'a=rtpmap:96 VP8/90000',
  'a=rtpmap:97 rtx/90000',
  'a=rtpmap:98 AV1/90000',
  'm=video 9 UDP/TLS/RTP/SAVPF 99',
  'a=rtpmap:99 VP9/90000',
)

test('a description names the codecs of its first video', () => {
  expect(codecsIn(offer)).toEqual(['VP8', 'AV1'])
  expect(codecsIn(lines())).toEqual([])
})

test('an answer without a common codec refuses the video', () => {
  expect(isVideoRefused(offer)).toBe(false)
  expect(isVideoRefused(lines('m=video 0 UDP/TLS/RTP/SAVPF 0'))).toBe(true)
  expect(isVideoRefused(lines('m=video 9 UDP/TLS/RTP/SAVPF 0'))).toBe(true)
  expect(isVideoRefused(undefined)).toBe(true)
})

test('an answer takes both channels of a sound, once', () => {
  const answer = lines('a=fmtp:111 minptime=10;useinbandfec=1', 'm=video 9 UDP/TLS/RTP/SAVPF 96')
  const both = answer.replace('useinbandfec=1', 'useinbandfec=1;stereo=1')
  expect(withStereo(answer)).toBe(both)
  expect(withStereo(both)).toBe(both)
})

test('codecs have the names that users know', () => {
  expect(['H264', 'AV1'].map(codecName)).toEqual(['H.264', 'AV1'])
})
