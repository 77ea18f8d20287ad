import { assessmentsRpc, type Catalogue } from '@candid/contracts';
import { RpcHandler } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { generalCatalogue } from './general-catalogue.js';
import { photoCatalogue } from './photo-catalogue.js';

@Controller()
class CatalogueMessages {
  @RpcHandler(assessmentsRpc.getCatalogue)
  photos(): { data: Catalogue } {
    return { data: photoCatalogue as unknown as Catalogue };
  }

  @RpcHandler(assessmentsRpc.getGeneralCatalogue)
  general(): { data: Catalogue } {
    return { data: generalCatalogue as unknown as Catalogue };
  }
}

export const catalogue = { controllers: [CatalogueMessages], providers: [] };
