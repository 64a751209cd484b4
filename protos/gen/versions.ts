import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { GetVersionRequest as _causeway_versions_v1_GetVersionRequest, GetVersionRequest__Output as _causeway_versions_v1_GetVersionRequest__Output } from './causeway/versions/v1/GetVersionRequest.ts';
import type { Version as _causeway_versions_v1_Version, Version__Output as _causeway_versions_v1_Version__Output } from './causeway/versions/v1/Version.ts';
import type { VersionsClient as _causeway_versions_v1_VersionsClient, VersionsDefinition as _causeway_versions_v1_VersionsDefinition } from './causeway/versions/v1/Versions.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  causeway: {
    versions: {
      v1: {
        GetVersionRequest: MessageTypeDefinition<_causeway_versions_v1_GetVersionRequest, _causeway_versions_v1_GetVersionRequest__Output>
        Version: MessageTypeDefinition<_causeway_versions_v1_Version, _causeway_versions_v1_Version__Output>
        /**
         * Whether anything that a service stores and shows has changed. Every service serves it on its own port.
         */
        Versions: SubtypeConstructor<typeof grpc.Client, _causeway_versions_v1_VersionsClient> & { service: _causeway_versions_v1_VersionsDefinition }
      }
    }
  }
}

