import { type Catalogue, assessmentsRpc as rpc } from '@candid/contracts';
import { RpcHandler } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { generalCatalogue } from './general-catalogue.js';
import { photoCatalogue } from './photo-catalogue.js';

@Controller()
export class GetCatalogues {
  @RpcHandler(rpc.getCatalogue)
  ofPhotos(): { data: Catalogue } {
    return { data: photoCatalogue as unknown as Catalogue };
  }

  @RpcHandler(rpc.getGeneralCatalogue)
  ofProfiles(): { data: Catalogue } {
    return { data: generalCatalogue as unknown as Catalogue };
  }
}
