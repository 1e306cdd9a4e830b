import type { Group } from '../../core/groups.ts';
import type { OtherRecording } from '../../scripts/record/record-command.ts';
import { type GroupReplays, readRecording } from './recordings.ts';

/** The recordings of a group whose shape `record --refresh` can compare with the upstream's responses now. */
export const comparable = (replays: readonly GroupReplays[], group: Group): readonly OtherRecording[] =>
  replays
    .filter((declared) => declared.group === group)
    .flatMap((declared) => declared.replays)
    // A recording of a failure, of one element of a list, or of a source that the example does not reach cannot be compared.
    .filter(
      ({ status = 200, within, request, recording }) =>
        status === 200 && !within && request.startsWith('/api/') && !recording.startsWith('keyless/'),
    )
    .map(({ request, upstream, recording }) => ({
      request,
      isUpstream: (other) => (typeof upstream === 'string' ? upstream === other : upstream.test(other)),
      body: () => readRecording(group, recording),
    }));
