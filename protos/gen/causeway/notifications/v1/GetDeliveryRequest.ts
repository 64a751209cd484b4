// Original file: protos/notifications/v1/notifications.proto


export interface GetDeliveryRequest {
  'projectId'?: (string);
  'deliveryId'?: (string);
}

export interface GetDeliveryRequest__Output {
  'projectId': (string);
  'deliveryId': (string);
}
