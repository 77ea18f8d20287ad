import { assessmentsRpc as rpc } from '@candid/contracts';
import { RpcHandler } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { generalCatalogue } from './general-catalogue.js';
import { photoCatalogue } from './photo-catalogue.js';

@Controller()
class GetCatalogues {
  @RpcHandler(rpc.getCatalogue)
  ofPhotos() {
    return { data: photoCatalogue };
  }

  @RpcHandler(rpc.getGeneralCatalogue)
  ofProfiles() {
    return { data: generalCatalogue };
  }
}

export const catalogue = { controllers: [GetCatalogues], providers: [] };
